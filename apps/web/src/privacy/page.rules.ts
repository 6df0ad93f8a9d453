/** The privacy link stands on every page except on paths that contain `network` (specification §2). */
export const hasPrivacyFooter = (path: string): boolean => !path.includes('network')
