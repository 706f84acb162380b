/** Paths of the pages on which readers find a mailing. */

/** The page for the group. @param token of `mailings.pageTokenOf` */
export const groupPageUrl = (token: string): string => `/ecrire/lu/${token}`;
/** The page of the opt-out. @param token of `optOuts.tokenOf` */
export const optOutUrl = (token: string): string => `/ecrire/stop/${token}`;
/** @param url absolute, of `optOutUrl` @returns its token */
export const tokenInOptOutUrl = (url: string): string => url.slice(url.lastIndexOf("/") + 1);
/** Where the page of the opt-out takes it back. */
export const optInUrl = (token: string): string => `${optOutUrl(token)}/reprendre`;
/** Where a mailing stands on a person's own page. @param page URL of the page @param id of the mailing */
export const mailingOnPageUrl = (page: string, id: string): string => `${page}#${mailingAnchor(id)}`;
export const mailingAnchor = (id: string): string => `message-${id}`;
