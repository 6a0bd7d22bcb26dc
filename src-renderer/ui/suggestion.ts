/** What a text in a field may mean. `id` is unique in its list. */
export type Suggestion = { readonly id: string; readonly head: string; readonly text: string };
