import { canaryTarget } from '../../core/events/canary-target.ts';

export const canary = canaryTarget;
