import type { ProbeFacts } from '#contract/model/probe.ts';

export const demoProbe: ProbeFacts = {
  at: 1_772_461_805,
  systemId: '91000001',
  reuseRefused: true,
  reuseTitle: 'Duplicate signalid',
  okForms: [{ step: 'enter', ok: '"1"', title: '' }],
  ownIdsInLists: true,
  visibleAfterMs: 1_020,
  cancelAgainTitle: 'Signal already canceled',
  cancelUnknownTitle: 'Unknown signal',
  clean: true,
};
