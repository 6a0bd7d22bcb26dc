import type { NoticeText } from '#core/events/notices.ts';
import type { LostFile } from '#core/ports.ts';

export const lostFileNotice = ({ name, quarantinedPath, copyAt }: LostFile): NoticeText => ({
  level: 'danger',
  title: { code: 'file.lost', name },
  text: { code: 'file.lost-copy', aside: quarantinedPath, copyAt },
});
