/** The part of keytar that is used; narrow, so that a test can be a keychain in every bad mood. */
export interface KeyChain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}
