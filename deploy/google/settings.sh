# shellcheck shell=sh disable=SC2034
# The settings, read from a file without the shell evaluating any of them. The names are those of .env.example.

SECRETS='EMAILJS_PRIVATE_KEY SMTP_URL SMTP_PASSWORD ADMIN_PASSWORD'
PLAIN='FIREBASE_ADMINS MAIL MAIL_FROM MAIL_TO SMTP_ADDRESS SMTP_PORT SMTP_USERNAME MAILER_FROM_ADDRESS'
PLAIN="$PLAIN EMAILJS_URL EMAILJS_PUBLIC_KEY EMAILJS_SERVICE_ID EMAILJS_TEMPLATE_CONTACT EMAILJS_TEMPLATE_INSCRIPTION"
PLAIN="$PLAIN ADMIN_EMAIL TRUST_PROXY HSTS_SUBDOMAINS RELEASES_URL LOG_LEVEL"
# Handed over by a way of their own.
OWN='FIREBASE_API_KEY FIREBASE_STORAGE_BUCKET'
# What the script or Google decides: a line of these is left alone.
DECIDED='BACKEND FIREBASE_PROJECT_ID PUBLIC_URL PORT HOST DATA_DIR BACKUP_KEEP BACKUP_DIR CONTAINER'
DECIDED="$DECIDED GOOGLE_APPLICATION_CREDENTIALS"

# setting NAME: its value, empty where there is none.
setting() {
  sed -n "s/^$1=//p" "$SITE_ENV" | tail -n 1 | sed -e 's/[[:space:]]*$//' -e 's/^"\(.*\)"$/\1/' -e "s/^'\(.*\)'\$/\1/" |
    tr -d '\n'
}

read_settings() {
  [ -f "$SITE_ENV" ] || fail "write the settings into $SITE_ENV first (docs/deploy.md)"
  # shellcheck disable=SC2013 # names are words
  for name in $(sed -n 's/^\([A-Za-z0-9_]*\)[[:space:]]*=.*/\1/p' "$SITE_ENV"); do
    case " $SECRETS $PLAIN $OWN $DECIDED " in
      *" $name "*) ;;
      *) fail "$SITE_ENV: $name does not belong there" ;;
    esac
  done
  [ "$(setting ADMIN_EMAIL)" ] || fail "$SITE_ENV: ADMIN_EMAIL is missing: a container does not start without it"
  BUCKET=$(setting FIREBASE_STORAGE_BUCKET)
  BUCKET=${BUCKET:-$PROJECT-images}
}

# The plain settings as one argument of gcloud, whose values may hold commas.
plain_settings() {
  printf '^;;^BACKEND=firebase;;FIREBASE_PROJECT_ID=%s;;PUBLIC_URL=https://%s' "$PROJECT" "$DOMAIN"
  printf ';;FIREBASE_API_KEY=%s;;FIREBASE_STORAGE_BUCKET=%s' "$API_KEY" "$BUCKET"
  [ "$(setting TRUST_PROXY)" ] || printf ';;TRUST_PROXY=1'
  for name in $PLAIN; do
    value=$(setting "$name")
    [ -z "$value" ] || printf ';;%s=%s' "$name" "$value"
  done
}
