const fields =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="combobox"], [role="textbox"]';

/** Whether the focus is where text is typed or chosen: a letter is meant for the field then. */
export const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null;
