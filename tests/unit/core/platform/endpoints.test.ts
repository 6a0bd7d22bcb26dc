import { describe, expect, it } from 'vitest';
import { endpoint, endpointNames } from '#core/platform/endpoints.ts';

describe('the table of commands', () => {
  it('has 29 commands: five that create something, and 14 reads that are named as reads', () => {
    expect(new Set(endpointNames()).size).toBe(29);
    // A command that is not absorbing creates something each time it is carried out.
    const creating = endpointNames().filter((name) => endpoint(name)?.absorbing === false);
    expect(creating).toEqual([
      'createNewSystem',
      'subscribeToStrategy',
      'submitSignal',
      'startAutoTrade',
      'create_software_license_record_platform',
    ]);
    const reads = endpointNames().filter((name) => endpoint(name)?.effect === 'read');
    expect(reads.filter((name) => !/^(get|retrieve|request|list)/.test(name))).toEqual([]);
    expect(reads).toHaveLength(14);
    expect(endpoint('toString')).toBeUndefined();
  });
});
