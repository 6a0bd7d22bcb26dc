/**
 * Focuses the button that sends, unless the trader moved the keyboard focus to another control of
 * the dialog: a key that is meant for that control must not send.
 */
export function focusConfirm(button: HTMLElement | null): void {
  const isMoved = document.activeElement?.matches('.dialog :is(.body, .foot) :focus-visible') === true;
  if (!isMoved) button?.focus();
}
