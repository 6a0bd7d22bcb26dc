import { b } from '#renderer/format/canary-circle-b.ts';

export const a = (): number => b();
