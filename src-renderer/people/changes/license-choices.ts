import type { License } from '#contract/model/person.ts';

/** The licenses of the people that were chosen, by person. */
export type LicensesByPerson = Readonly<Record<string, readonly License[]>>;
export type LicenseChoice = { readonly value: string; readonly label: string };

/** The licenses with a readable id, because a change has to name the license. */
export const licensesWithId = (licenses: LicensesByPerson, personId: string): readonly License[] =>
  (licenses[personId] ?? []).filter(({ licenseId }) => licenseId !== null);

/**
 * The license types, each with the number of people who have a license of that type. The blank type
 * is not offered: the type of such licenses is missing or cannot be read.
 */
export function licenseTypeChoices(licenses: LicensesByPerson, peopleCount: number): readonly LicenseChoice[] {
  const peopleCounts = new Map<string, number>();
  for (const personId of Object.keys(licenses))
    for (const type of new Set(licensesWithId(licenses, personId).map((one) => one.type)))
      if (type !== '') peopleCounts.set(type, (peopleCounts.get(type) ?? 0) + 1);
  const types = [...peopleCounts].sort(([one], [other]) => one.localeCompare(other));
  return types.map(([value, count]) => ({ value, label: `${value} (${count} of ${peopleCount} people)` }));
}

export function licenseChoice({ licenseId, nextMethod, recurring, type }: License): LicenseChoice {
  const renewal = recurring === null ? 'renewal not known' : recurring ? 'renews' : 'does not renew';
  const label = [licenseId, type, renewal, nextMethod].filter((text) => text !== '').join(' · ');
  return { value: licenseId ?? '', label };
}
