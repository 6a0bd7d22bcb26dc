import type { PracticeLink } from '#core/ports.ts';

/** The members of the service's ready line that the desktop needs. */
type ReadyLine = {
  readonly baseUrl: string;
  readonly control: { readonly token: string };
  readonly world: { readonly apikey: string };
  readonly platform: { readonly apikey: string; readonly platformid: string };
};

export const practiceLink = ({ baseUrl, control, world, platform }: ReadyLine): PracticeLink => ({
  baseUrl,
  controlToken: control.token,
  apiKey: world.apikey,
  platform: { apiKey: platform.apikey, platformId: platform.platformid },
});
