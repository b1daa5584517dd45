/** `npm run floors`: writes what every corpus reaches today into floors.json, where that is more than its floor. */
import { writeFile } from 'node:fs/promises';
import { readSettings } from '../bin/cli/settings.ts';
import { CORPUS_GROUPS } from './corpus-groups.ts';
import { countsFor, FLOORS_FILE, floorCorpora, raisedFloor, readFloors } from './floors.ts';

const MEASURED = CORPUS_GROUPS.filter((group) => group !== 'older');

const floors = await readFloors();
const { corpora, missing } = await floorCorpora(MEASURED);
for (const { name, reason } of missing) console.warn(`${name} keeps its floor: ${reason}`);
for (const corpus of corpora) {
  const counts = await countsFor(corpus, readSettings({}));
  floors[corpus.name] = raisedFloor(counts, floors[corpus.name]);
  console.log(corpus.name, JSON.stringify(floors[corpus.name]));
}
await writeFile(FLOORS_FILE, `${JSON.stringify(floors, null, 2)}\n`);
