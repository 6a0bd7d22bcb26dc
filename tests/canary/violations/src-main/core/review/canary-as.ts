export const canary = (value: unknown): number => value as number;
