const later = async (): Promise<void> => {
  await Promise.resolve();
};

export class Canary {
  count = $state(0);

  read(): void {
    later();
  }
}
