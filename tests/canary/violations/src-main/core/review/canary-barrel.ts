export * from '#core/events/canary-target.ts';
