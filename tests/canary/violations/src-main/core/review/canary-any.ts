export const canary: any = 1;
