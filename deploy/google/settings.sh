# shellcheck shell=sh disable=SC2034
# The settings, read from a file without the shell evaluating any of them.

SECRETS='EMAILJS_PRIVATE_KEY SMTP_URL ADMIN_PASSWORD'
PLAIN='FIREBASE_API_KEY FIREBASE_STORAGE_BUCKET FIREBASE_ADMINS MAIL MAIL_FROM MAIL_TO'
PLAIN="$PLAIN EMAILJS_URL EMAILJS_PUBLIC_KEY EMAILJS_SERVICE_ID EMAILJS_TEMPLATE_CONTACT EMAILJS_TEMPLATE_INSCRIPTION"
PLAIN="$PLAIN ADMIN_EMAIL TRUST_PROXY HSTS_SUBDOMAINS LOG_LEVEL"

# setting NAME: its value, empty where there is none; read as Node reads .env: a remark follows #, unless it is quoted.
setting() {
  sed -n "s/^$1=//p" "$SITE_ENV" | tail -n 1 |
    sed -e 's/^"\([^"]*\)".*/\1/' -e t -e "s/^'\([^']*\)'.*/\1/" -e t -e 's/#.*//' -e 's/[[:space:]]*$//'
}

read_settings() {
  [ -f "$SITE_ENV" ] || fail "write the settings into $SITE_ENV first (docs/deploy.md)"
  # shellcheck disable=SC2013 # names are words
  for name in $(sed -n 's/^\([A-Za-z0-9_]*\)[[:space:]]*=.*/\1/p' "$SITE_ENV"); do
    case " $SECRETS $PLAIN " in
      *" $name "*) ;;
      *) fail "$SITE_ENV: $name does not belong there" ;;
    esac
  done
  BUCKET=$(setting FIREBASE_STORAGE_BUCKET)
}

# The plain settings as one argument of gcloud, whose values may hold commas.
plain_settings() {
  printf '^;;^BACKEND=firebase;;FIREBASE_PROJECT_ID=%s;;PUBLIC_URL=https://%s' "$PROJECT" "$DOMAIN"
  [ "$(setting TRUST_PROXY)" ] || printf ';;TRUST_PROXY=1'
  for name in $PLAIN; do
    value=$(setting "$name")
    [ -z "$value" ] || printf ';;%s=%s' "$name" "$value"
  done
}
