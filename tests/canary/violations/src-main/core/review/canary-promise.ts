const later = async (): Promise<void> => {
  await Promise.resolve();
};

export const canary = (): void => {
  later();
};
