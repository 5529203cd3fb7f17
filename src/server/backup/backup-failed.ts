/** A backup, restore or dump was refused or failed; `message` explains to the operator why and what to do. */
export class BackupFailed extends Error {
  override name = 'BackupFailed';
}
