import { canaryTarget } from './canary-not-there.ts';

export const canary = canaryTarget;
