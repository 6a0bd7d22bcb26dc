export const canary = (value: number | null): number => value!;
