# Creates FOLDER/server: Debian 13 after the commands in $INSTALL. It trusts FOLDER/certificates and
# clones from /srv/origin. A script replaces certbot and copies certificates from /srv/certificates.
set -eu
cd "$FOLDER"
# Shows the end of the output, but only after a failure.
exec 3>&2 > disk.log 2>&1
trap 'test $? = 0 || tail -n 40 disk.log >&3' EXIT
debootstrap --variant=minbase --include=ca-certificates,dbus,init trixie server
# Prevents packages from starting services during their installation.
printf '#!/bin/sh\nexit 101\n' > server/usr/sbin/policy-rc.d && chmod +x server/usr/sbin/policy-rc.d
in_server() { TMPDIR= DEBIAN_FRONTEND=noninteractive chroot server "$@"; }
in_server sh -c "$INSTALL"

cp certificates/*.crt server/usr/local/share/ca-certificates
in_server update-ca-certificates
cat > server/usr/local/bin/certbot << 'END'
#!/bin/sh
# Copies the certificate for the name after -d.
while [ "$1" != -d ]; do shift; done
mkdir -p "/etc/letsencrypt/live/$2"
cp "/srv/certificates/$2/"*.pem "/etc/letsencrypt/live/$2"
END
chmod +x server/usr/local/bin/certbot
in_server git config --system url.file:///srv/origin.insteadOf https://YOUR-COPY-OF-LANYARD
in_server git config --system safe.directory '*'
