/** What every installation is told. */
export interface InstallContext {
  /** Where installed programs are kept. */
  readonly cacheDir: string;
  /** Ends the installation; nothing half done is ever used. */
  readonly signal?: AbortSignal | undefined;
  /** Is told of what takes more than a moment. */
  readonly onProgress?: ((line: string) => void) | undefined;
}
