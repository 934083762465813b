import { call, holds } from './kit.ts'

/** Data that git ignores is nowhere else: a program that goes over it in place leaves nothing of what it replaces. */
holds({
  stopped: [
    ["sed -i '4,$d' data/users.csv"],
    ["sed -i -E 's/[^,]+@[^,]+/user@example.com/g' data/customers.csv"],
    ["perl -ni -e 'print if $. < 4' data/users.csv"],
    ["gawk -i inplace 'NR<4' data/users.csv"],
    ['ex -s -c "4,\\$d" -c x data/users.csv'],
    ["nvim -es -c '%d' -c wq data/users.csv"],
    ["printf '1,$d\\nw\\n' | ed -s data/users.csv"],
    ["emacs --batch data/users.csv --eval '(erase-buffer)' --eval '(save-buffer)'"],
  ],
  free: [
    ["sed -i.bak '4,$d' data/users.csv"],
    ["perl -pi.orig -e 's/a/b/' data/users.csv"],
    ["cp data/users.csv /tmp/ed-1.csv && sed -i '4,$d' data/users.csv"],
    ['cp data/users.csv /tmp/ed-2.csv', "sed -i 's/a/b/' data/users.csv"],
    ["sed -n '1,3p' data/users.csv; awk -F, '{print $2}' data/users.csv"],
    ["ex -s -c '1,3p' -c 'q!' data/users.csv"],
    ["sed -i 's/1/2/' src/a.js"],
    [call('Edit', { file_path: '~/app/data/users.csv', old_string: 'Ann', new_string: 'Anna' })],
  ],
})

/** A file that an editor's commands open and save is written, by one that runs already too. */
holds({
  stopped: [
    ["nvim --server /run/user/1000/nvim.1.0 --remote-send ':e! ~/Documents/thesis.txt<CR>:%delete<CR>:write!<CR>'"],
    ["vim -es -c 'e ~/Documents/thesis.txt' -c '%d' -c 'wq'"],
    ["nvim --headless -c 'edit data/users.csv' -c '%s/Ann/Bo/' -c 'x'"],
  ],
  free: [
    ["nvim --server /run/user/1000/nvim.1.0 --remote-send ':e src/a.js<CR>'"],
    ["vim -es -c 'e ~/Documents/thesis.txt' -c '%p' -c 'q!'"],
    ["nvim --headless -c 'edit src/a.js' -c '%s/1/2/' -c 'wq'"],
  ],
})
