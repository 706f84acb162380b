export const bankUrl = (page = 1): string => (page > 1 ? `/cotisations/banque?page=${page}` : "/cotisations/banque");
