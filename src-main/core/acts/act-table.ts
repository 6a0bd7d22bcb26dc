import type { ActType } from './act-type.ts';
import { setDesiredPositions } from './set-desired-positions.ts';

/** Every act that the program can send. */
export const actTable: readonly ActType[] = [setDesiredPositions];
