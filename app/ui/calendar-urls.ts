/** iPhones, iPads and Macs subscribe to a calendar with the scheme `webcal`. Android does not support it. */
export const webcalUrl = (address: string): string => address.replace(/^https?:/, "webcal:");

/** Google needs the scheme `webcal`. With https, Google looks for the calendar of a person. */
export const googleCalendarUrl = (address: string): string =>
  `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl(address))}`;
