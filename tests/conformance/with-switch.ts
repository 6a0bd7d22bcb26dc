import { asList, type TestService } from './service.ts';

/** Runs with a switch set, and restores its default. */
export async function withSwitch(
  service: TestService,
  name: string,
  value: string,
  run: () => Promise<void>,
): Promise<void> {
  const list = asList((await service.control('GET', '/practice/switches'))['switches']);
  const initial = list.find((one) => one['name'] === name)?.['initial'];
  await service.set({ [name]: value });
  try {
    await run();
  } finally {
    await service.set({ [name]: String(initial) });
  }
}
