/** `npm run pack:banner`: builds the web component and the React hook, and packs them as a tarball in `dist/banner`. */
import { packBanner } from './build-banner.ts';

process.stdout.write(`${await packBanner()}\n`);
