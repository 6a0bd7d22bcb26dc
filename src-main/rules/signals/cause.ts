/** The reason for a signal's state. `by` is the service id of the signal that caused it. */
export type Cause =
  | { readonly kind: 'requested' }
  | { readonly kind: 'filled' }
  | { readonly kind: 'durationEnded' }
  | { readonly kind: 'contractEnded' }
  | { readonly kind: 'released' }
  | { readonly kind: 'nothingToClose' }
  | { readonly kind: 'parentFilled'; readonly by: string }
  | { readonly kind: 'parentCanceled'; readonly by: string }
  | { readonly kind: 'parentExpired'; readonly by: string }
  | { readonly kind: 'siblingFilled'; readonly by: string }
  | { readonly kind: 'siblingCanceled'; readonly by: string }
  | { readonly kind: 'siblingExpired'; readonly by: string }
  | { readonly kind: 'siblingReplaced'; readonly by: string }
  | { readonly kind: 'replaced'; readonly by: string };
