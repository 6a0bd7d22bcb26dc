import { vi } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandName } from '#contract/commands.ts';
import type { EventName, EventPayload } from '#contract/events.ts';
import { demoDefaults, type DemoOptions } from '#renderer/gallery/demo-options.ts';
import { FakeBridge } from '#renderer/gallery/fake-bridge.ts';
import { makeApp } from '#renderer/stores/make-app.ts';

type SentCommand = { readonly name: CommandName; readonly input: unknown };

/**
 * The stores with the fixed data of the gallery. Records every command; a test can replace answers
 * and emit events.
 */
export function fakeApp(options: Partial<DemoOptions> = {}) {
  const galleryBridge = new FakeBridge({ ...demoDefaults, ...options });
  const sent: SentCommand[] = [];
  const answers = new Map<CommandName, (input: unknown) => unknown>();
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const bridge = {
    call(name: CommandName, input: never) {
      sent.push({ name, input });
      const answer = answers.get(name);
      return answer === undefined ? galleryBridge.call(name, input) : Promise.resolve(answer(input));
    },
    on(name: EventName, params: never, receive: (payload: never) => void) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(receive));
      const release = galleryBridge.on(name, params, receive as never);
      return () => {
        set.delete(receive);
        release();
      };
    },
  } as unknown as Bridge;
  let uuids = 0;
  const location = { hash: '' } as Location;
  const { app, dispose } = makeApp({
    bridge,
    now: () => Date.now(),
    uuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    window: { location, addEventListener: () => undefined, removeEventListener: () => undefined },
  });
  return {
    app,
    dispose,
    sent,
    calls: (name: CommandName) => sent.filter((one) => one.name === name).map((one) => one.input),
    answer: (name: CommandName, makeAnswer: (input: unknown) => unknown) => answers.set(name, makeAnswer),
    emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => {
      for (const receive of listeners.get(name) ?? []) receive(payload as never);
    },
    listenerCount: (name: EventName) => listeners.get(name)?.size ?? 0,
    /** Runs effects, promises, and timers up to this many milliseconds. */
    settle: (ms = 0) => vi.advanceTimersByTimeAsync(ms),
  };
}
