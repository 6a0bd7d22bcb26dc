// Runs as its own process: lives all orders on the journal in argv[2] and ends itself with SIGKILL at the fail point argv[3].
import { openJournal } from '#core/orders/open-journal.ts';
import { liveAll } from './journal-script.ts';

const [, , dataDir = '', point = '', nth = '1'] = process.argv;
let seen = 0;
const failPoint = (name: string): void => {
  if (name === point && ++seen === Number(nth)) process.kill(process.pid, 'SIGKILL');
};
const { journal } = openJournal({ dataDir, now: 1, failPoint });
liveAll(journal);
journal.close();
