/**
 * `npm run pack:client`: compiles the client with what it needs of the repository, and packs it as a tarball in
 * `dist/client`. The library that it is compiled against (tsconfig.json) is that of the oldest Node that it runs on.
 */
import { packClient } from './pack-package.ts';

process.stdout.write(`${await packClient()}\n`);
