/** A process of its own that appends notes, each the number after the newest, and prints each once it is acknowledged. */
import { NoteFile } from '../../../graph/note-file/note-file.ts';

const [path = ''] = process.argv.slice(2);
const file = new NoteFile(path, 20_000);
for (;;) {
  const next = await file.exclusive(async ({ newest, append }) => {
    const number = Number(newest ?? 0) + 1;
    await append(String(number));
    return number;
  });
  console.log(next);
}
