type Box = Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width' | 'height'>;

const gap = 6;

/**
 * Places a tooltip below its element, or above if there is no room, and always inside the window.
 */
export function placeTip(
  owner: Box,
  tip: Pick<Box, 'width' | 'height'>,
  { innerWidth, innerHeight }: { readonly innerWidth: number; readonly innerHeight: number },
): { readonly left: number; readonly top: number } {
  const centeredLeft = owner.left + owner.width / 2 - tip.width / 2;
  const left = Math.max(gap, Math.min(centeredLeft, innerWidth - tip.width - gap));
  const topBelow = owner.bottom + gap;
  const top = topBelow + tip.height + gap <= innerHeight ? topBelow : Math.max(gap, owner.top - gap - tip.height);
  return { left, top };
}
