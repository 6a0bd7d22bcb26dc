import { launchElectronStandIn } from '#tests/electron-stand-in/launch.ts';
import type { Launch, Running } from './launch.ts';

/** The built Electron bundles on the stand-in (tests/electron-stand-in/README.md). */
export async function launchStandIn({ browser, dataDir, args, env }: Launch): Promise<Running> {
  const app = await launchElectronStandIn({ browser, dataDir, args, env, viewport: { width: 1280, height: 800 } });
  return {
    page: app.page,
    close: async () => {
      await app.close();
    },
    kill: () => app.kill(),
  };
}
