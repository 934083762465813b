import { describe, expect, it } from 'vitest'
import { measureCpuMs } from '../testing.ts'
import { webShell } from './web-shell.ts'

describe('a request that says what is run', () => {
  it.each([
    'system($_GET["c"]);',
    "array_map($_POST['f'], [$_POST['x']]);",
    "call_user_func($_SERVER['HTTP_X_DO'], $_SERVER['HTTP_X_WITH']);",
    "array_filter([$_GET['x']], $_GET['f']);",
    "usort($all, $_REQUEST['by']);",
    "$_COOKIE['a']($_COOKIE['b']);",
    "$f = $_GET['f'];\necho $f($_GET['x']);",
    "getattr(os, request.args['f'])(request.args['x'])",
    "require('child_process')[req.query.f](req.query.x)",
    'Kernel.send(params[:f], params[:x])',
  ])('%s', (code) => {
    expect(webShell().test(code)).toBe(true)
  })

  it.each([
    "array_map('trim', $_POST);",
    "array_map(fn ($x) => $x, $_GET['ids']);",
    "call_user_func([$this, 'show'], $_GET['id']);",
    "usort($all, 'byName'); echo $_GET['page'];",
    "$page = $_GET['page'];\necho htmlspecialchars($page);",
    "if (isset($_GET['a'])) { show($_GET['a']); }",
    'handlers[req.params.name](req, res)',
    'getattr(model, request.args["sort"])',
    'record.send(:save)',
  ])('%s is none', (code) => {
    expect(webShell().test(code)).toBe(false)
  })

  it('is read in no time', () => {
    expect(measureCpuMs(() => webShell().test("$a = $_GET['a']; ".repeat(3_000)))).toBeLessThan(500)
  })
})
