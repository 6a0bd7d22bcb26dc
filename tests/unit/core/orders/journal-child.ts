// Runs as its own process. It carries out the writes of `scriptOf` for seed argv[4] on the journal
// in argv[2], and ends itself with SIGKILL at the fail point number argv[3]; 0 means none.
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { scriptOf } from './journal-script.ts';

const [, , dataDir = '', nth = '0', seed = '0'] = process.argv;
let passedCount = 0;
const failPoint = (): void => {
  if (++passedCount === Number(nth)) process.kill(process.pid, 'SIGKILL');
};
const { journal } = openJournal({ dataDir, now: 1, failPoint });
for (const step of scriptOf(Number(seed))) step(journal);
journal.close();
