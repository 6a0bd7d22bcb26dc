export const canary: number = 'text';
