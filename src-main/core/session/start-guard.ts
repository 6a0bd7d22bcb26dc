import type { DesiredState } from '#contract/model/desired.ts';

export const neverRead = (systemId: string): DesiredState => ({
  systemId,
  mode: 'never-read',
  confirmed: null,
  readBack: null,
  pending: null,
  text: 'The target portfolio was never read.',
  alarm: null,
  readFailure: null,
});
