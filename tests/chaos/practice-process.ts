// The practice service as a process. It serves one folder after the other and keeps running when
// the core beside it is killed. `Date.now` returns simulated time in this process, so that the
// service with the clock option `real` runs in simulated time.
import { startPractice, type PracticeService } from '#practice/service.ts';
import type { FromPractice, ToPractice } from './practice-messages.ts';
import { simNow, type SimTime } from './sim-time.ts';

let time: SimTime = { epoch: Date.now(), since: Date.now(), speed: 1 };
Date.now = () => Math.floor(simNow(time));

let service: PracticeService | null = null;
const tell = (message: FromPractice): void => void process.send?.(message);

async function handle(message: ToPractice): Promise<void> {
  switch (message.do) {
    case 'open': {
      ({ time } = message);
      const { dataDir, seed } = message;
      service = await startPractice({ dataDir, port: 0, seed, clock: 'real', hours: 'always' });
      return tell({ is: 'open', ready: service.ready });
    }
    case 'time':
      ({ time } = message);
      return tell({ is: 'time-set' });
    case 'close':
      await service?.close();
      service = null;
      return tell({ is: 'closed' });
  }
}

process.on('message', (message) => void handle(message as ToPractice));
process.on('disconnect', () => process.exit());
