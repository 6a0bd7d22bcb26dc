import type { PracticeReady } from '#practice/service.ts';
import type { SimTime } from './sim-time.ts';

export type ToPractice =
  | { readonly do: 'open'; readonly dataDir: string; readonly seed: number; readonly time: SimTime }
  | { readonly do: 'time'; readonly time: SimTime }
  | { readonly do: 'close' };

export type FromPractice =
  { readonly is: 'open'; readonly ready: PracticeReady } | { readonly is: 'closed' } | { readonly is: 'time-set' };
