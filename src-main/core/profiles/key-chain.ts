/** The part of keytar that is used. It is narrow, so that a test can simulate every failure. */
export interface KeyChain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}
