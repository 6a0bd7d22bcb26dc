import { asList, type TestService } from './service.ts';

/** Calls `run` while the switch has this value, and then restores the default of the switch. */
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
