import type { PracticeAccess } from '#core/ports.ts';

/** The members of the service's ready line that the desktop needs. */
type ReadyLine = {
  readonly baseUrl: string;
  readonly control: { readonly token: string };
  readonly world: { readonly apikey: string };
  readonly platform: { readonly apikey: string; readonly platformid: string };
};

export const practiceAccess = ({ baseUrl, control, world, platform }: ReadyLine): PracticeAccess => ({
  baseUrl,
  controlToken: control.token,
  apiKey: world.apikey,
  platform: { apiKey: platform.apikey, platformId: platform.platformid },
});
