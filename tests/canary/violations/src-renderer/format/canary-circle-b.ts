import { a } from '#renderer/format/canary-circle-a.ts';

export const b = (): number => a();
