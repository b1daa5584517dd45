/** `node verify.mjs FILE…`: the entry of the one file that verifies receipts without this program. */
import './missing-builtins.ts';
import { fileURLToPath } from 'node:url';
import { verifyFiles } from './verify-files.ts';

/** `sourceHash` of the script of receipt pages, put in by the build. */
declare const PAGE_RENDERER: string;

/** A reader may close the output before its end (`… | head`). */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

process.stdout.on('error', passOverClosedPipe);
process.exitCode = await verifyFiles(process.argv.slice(2), {
  renderer: PAGE_RENDERER,
  program: fileURLToPath(import.meta.url),
  write: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
});
