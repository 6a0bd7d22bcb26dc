const fields =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"], [role="textbox"]';

/** True if the target is a field, which takes letters as input. */
export const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null;
