/** Modules that are known, and have calls that matter: a call that no table names is not harmless by itself. */
export const PYTHON_WATCHED = new Set(
  `subprocess os shutil socket ssl http urllib ftplib smtplib poplib imaplib telnetlib nntplib xmlrpc socketserver webbrowser pty runpy importlib
  code codeop requests httpx aiohttp urllib3 websockets websocket paramiko psutil boto3 botocore sqlite3 tarfile zipfile pathlib tempfile
  shelve dbm multiprocessing threading asyncio signal builtins cv2 PIL django flask fastapi uvicorn gunicorn celery redis sqlalchemy alembic
  torch pip setuptools venv zipapp resource atexit concurrent fileinput logging transformers`.split(/\s+/),
)

export const PYTHON_HARMLESS = new Set([
  ...PYTHON_WATCHED,
  ...`json re math cmath random statistics decimal fractions datetime time calendar collections itertools functools operator string textwrap
  unicodedata difflib struct binascii hashlib hmac base64 codecs typing dataclasses enum abc copy pprint reprlib numbers heapq bisect array
  types inspect ast tokenize token keyword traceback warnings contextlib argparse getopt optparse sys platform locale gettext html xml
  colorsys secrets uuid ipaddress zlib timeit cProfile pstats graphlib zoneinfo __future__ typing_extensions numpy pandas scipy sympy tabulate
  termcolor colorama rich tqdm yaml toml tomllib tomli dateutil pytz attr attrs pydantic jsonschema regex chardet packaging email csv io
  configparser linecache fnmatch os.path posixpath ntpath stat errno gc weakref dis symtable sysconfig site unittest doctest pytest hypothesis
  markdown jinja2 bs4 lxml sklearn matplotlib seaborn networkx click typer queue select selectors mimetypes quopri string.templatelib filecmp
  glob zipimport pkgutil importlib.metadata importlib.util importlib.resources tensorflow keras nltk spacy imageio plotly statsmodels polars
  pyarrow openpyxl xlsxwriter docx pptx pypdf PyPDF2 reportlab pygments black isort mypy pyflakes pycodestyle marshmallow starlette aiofiles
  more_itertools toolz cachetools simplejson orjson ujson msgpack semver natsort faker freezegun responses respx mock coverage nox tox wheel
  build pkg_resources contextvars shlex cmd readline rlcompleter curses faulthandler tracemalloc trace wave audioop sndhdr gzip bz2 lzma
  platformdirs pwd grp tty termios fcntl syslog crypt spwd nis getpass tkinter turtle idlelib ensurepip pdb bdb modulefinder`.split(
    /\s+/,
  ),
])

export const PYTHON_OPAQUE = new Set(['cffi', 'marshal', '_ctypes', 'pyarmor_runtime'])

export const PYTHON_OS_HARMLESS = new Set(
  `getcwd getcwdb getpid getppid getuid geteuid getgid getegid getlogin cpu_count uname name sep linesep pathsep curdir pardir stat lstat access
  fspath isatty get_terminal_size urandom times getpgid strerror fsencode fsdecode devnull path getloadavg umask statvfs fstat error`.split(
    /\s+/,
  ),
)

export const PYTHON_BUILTINS = new Set(
  `print len range str int float bool list dict set tuple frozenset sorted reversed enumerate zip map filter sum min max abs round any all
  isinstance issubclass hasattr type repr format ord chr hex oct bin hash id iter next slice super object property staticmethod classmethod
  input bytes bytearray memoryview divmod pow callable complex vars dir locals globals help ascii exit quit Exception ValueError TypeError KeyError
  IndexError RuntimeError AssertionError OSError IOError StopIteration NotImplementedError AttributeError FileNotFoundError SystemExit
  KeyboardInterrupt ImportError ModuleNotFoundError UnicodeDecodeError ZeroDivisionError PermissionError TimeoutError True False None
  NotImplemented Ellipsis breakpoint aiter anext BaseException Warning DeprecationWarning json`.split(/\s+/),
)

export const PYTHON_METHODS = new Set(
  `append extend insert pop remove clear index count sort reverse copy get keys values items update setdefault popitem add discard union
  intersection difference symmetric_difference issubset issuperset split rsplit splitlines join strip lstrip rstrip replace find rfind startswith
  endswith lower upper title capitalize casefold center ljust rjust zfill format format_map encode decode isdigit isalpha isalnum isspace
  isupper islower isidentifier partition rpartition translate expandtabs swapcase removeprefix removesuffix read readline readlines close seek
  tell group groups groupdict start end span match search findall finditer fullmatch sub subn total_seconds strftime isoformat timestamp date
  time year month day hex to_bytes from_bytes bit_length most_common elements parse_args add_argument writerow writerows fieldnames describe head
  tail groupby mean std var sum min max shape dtypes columns iloc loc apply value_counts unique nunique isnull notnull dropna fillna merge sort_values
  reset_index set_index astype tolist to_dict to_string iterrows itertuples reshape transpose dot T flatten info debug warning error exception
  exists is_file is_dir is_symlink is_absolute resolve absolute relative_to with_suffix with_name with_stem as_posix as_uri stat match iterdir glob rglob
  parts parent name stem suffix suffixes joinpath expanduser samefile owner namelist getnames getmembers infolist fetchall fetchone
  fetchmany cursor commit close find_all select select_one get_text prettify findall getroot iter itertext text attrib tag xpath xpath hexdigest digest
  json raise_for_status status_code ok headers url elapsed reason visit generic_visit walk add_subparsers set_defaults flush isatty assertEqual
  assertTrue assertFalse assertIn assertRaises assertIsNone fail setUp tearDown subTest skipTest`.split(/\s+/),
)
