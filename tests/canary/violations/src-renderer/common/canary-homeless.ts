import { canaryTarget } from '#renderer/format/canary-target.ts';

export const canary = canaryTarget;
