// Runs as its own process: writes the script of seed argv[4] on the journal in argv[2], and ends itself with SIGKILL at the
// fail point that it comes to as the argv[3]th; 0 is none.
import { openJournal } from '#core/orders/open-journal.ts';
import { scriptOf } from './journal-script.ts';

const [, , dataDir = '', nth = '0', seed = '0'] = process.argv;
let seen = 0;
const failPoint = (): void => {
  if (++seen === Number(nth)) process.kill(process.pid, 'SIGKILL');
};
const { journal } = openJournal({ dataDir, now: 1, failPoint });
for (const step of scriptOf(Number(seed))) step(journal);
journal.close();
