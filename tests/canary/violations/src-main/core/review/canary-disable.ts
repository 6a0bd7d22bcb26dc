// eslint-disable-next-line no-console
export const canary = 1;
