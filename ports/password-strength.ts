/** How soon somebody who guesses a password would be there. */
export interface PasswordStrength {
  /**
   * Asked where a password is chosen, never where one is checked: it takes some tenths of a second.
   * @param password of at most 128 characters, as typed
   * @param email address of the account, whose own words count as guessed
   * @returns whether it would be guessed soon
   * @throws when it cannot be told
   */
  isGuessable(password: string, email: string): Promise<boolean>;
}
